// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Signing} from "../../test/support/Signing.sol";
import {vm} from "../../test/support/Vm.sol";
import {Erc721aRival, OpenZeppelinRival, Rival, SoladyRival} from "./Rivals.sol";

/// The operations of test/Gas.t.sol on the rivals, as whole transactions (run with --isolate by gas.mjs).
abstract contract RivalGas {
    Rival internal rival;
    string internal group;
    uint256 private _minted;

    function test_mintOneNewOwner() public {
        _mint(1, 1, 0);
        vm.snapshotGasLastCall(group, "mint 1, new owner and creator");
    }

    function test_mintOneKnownOwner() public {
        _mint(1, 1, 0);
        _mint(1, 1, 0);
        vm.snapshotGasLastCall(group, "mint 1, known owner and creator");
    }

    function test_mintBatchOfDistinctOwners() public {
        _mint(1, 1, 0);
        _mint(50, 100, 1);
        vm.snapshotGasLastCall(group, "mint batch 50, distinct owners");
    }

    function test_mintBatchOfOneOwner() public {
        _mint(1, 1, 0);
        _mint(50, 100, 0);
        vm.snapshotGasLastCall(group, "mint batch 50, one owner");
    }

    function test_saleToANewBuyer() public {
        _mint(3, 1, 0);
        _sell(1, 1, 2);
        vm.snapshotGasLastCall(group, "sale, new buyer");
    }

    function test_saleToABuyerWhoHoldsOne() public {
        _mint(3, 1, 0);
        _mint(1, 2, 0);
        _sell(1, 1, 2);
        vm.snapshotGasLastCall(group, "sale, buyer holds one");
    }

    function test_salesInABatch() public {
        for (uint256 i; i < 10; ++i) {
            _mint(2, 10 + i, 0);
        }
        _sell(10, 10, 100);
        vm.snapshotGasLastCall(group, "sales, batch 10, new buyers");
    }

    function test_cancelOne() public {
        _mint(1, 1, 0);
        vm.prank(_address(1));
        rival.cancel(_firstId(), address(0), 12_345, block.timestamp + 1000);
        vm.snapshotGasLastCall(group, "cancel one");
    }

    function _firstId() internal pure virtual returns (uint256) {
        return 1;
    }

    function _mint(uint256 count, uint256 member, uint256 step) private {
        Rival.Item[] memory items = new Rival.Item[](count);
        for (uint256 i; i < count; ++i) {
            address to = _address(member + i * step);
            items[i] = Rival.Item(to, uint256(keccak256(abi.encode("token", _minted++))), to, 500);
        }
        rival.mintBatch(items);
    }

    /// @dev Sells every second token, from the first on, to a buyer each.
    function _sell(uint256 count, uint256 firstSeller, uint256 firstBuyer) private {
        Rival.Sale[] memory sales = new Rival.Sale[](count);
        for (uint256 i; i < count; ++i) {
            sales[i] = Rival.Sale({
                tokenId: _firstId() + 2 * i,
                buyer: _address(firstBuyer + i),
                priceUsdCents: 12_345,
                expiry: block.timestamp + 1000,
                r: 0,
                vs: 0
            });
            _sign(sales[i], firstSeller + i);
        }
        rival.settleBatch(sales);
    }

    function _sign(Rival.Sale memory sale, uint256 seller) private view {
        bytes32 digest =
            rival.listingDigest(_address(seller), sale.tokenId, sale.buyer, sale.priceUsdCents, sale.expiry);
        (sale.r, sale.vs) = Signing.compactSign(_key(seller), digest);
    }

    function _key(uint256 member) private pure returns (uint256) {
        return uint256(keccak256(abi.encode("member", member))) >> 1;
    }

    function _address(uint256 member) private pure returns (address) {
        return vm.addr(_key(member));
    }
}

contract OpenZeppelinGas is RivalGas {
    function setUp() public {
        (rival, group) = (new OpenZeppelinRival(), "openzeppelin");
    }
}

contract SoladyGas is RivalGas {
    function setUp() public {
        (rival, group) = (new SoladyRival(), "solady");
    }
}

contract Erc721aGas is RivalGas {
    function setUp() public {
        (rival, group) = (new Erc721aRival(), "erc721a");
    }

    function _firstId() internal pure override returns (uint256) {
        return 0;
    }
}
