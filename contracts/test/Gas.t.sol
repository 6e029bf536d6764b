// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Collection} from "../src/Collection.sol";
import {CollectionTest} from "./support/CollectionTest.sol";
import {Withdrawal} from "./support/Signing.sol";
import {checkEq, check, vm} from "./support/Vm.sol";

/// What operations cost, as whole transactions (run with --isolate). Compared with snapshots/ and with upper limits.
/// To renew the snapshots after a wanted change: FORGE_SNAPSHOT_CHECK=false node test.mjs
contract GasTest is CollectionTest {
    uint256 private _nextId = 1;

    function test_mintOneNewOwnerAndCreator() public {
        _mint(_item(1, 101, address(0)));
        _within("mint 1, new owner and creator", 1, 101_563);
    }

    function test_mintOneNewOwnerAndCreatorWithItsOwnPayout() public {
        _mint(_item(1, 101, STRANGER));
        _within("mint 1, new owner, creator and payout", 1, 101_563);
    }

    function test_mintOneKnownOwnerAndCreator() public {
        _mint(_item(1, 101, STRANGER));
        _mint(_item(1, 101, address(0)));
        _within("mint 1, known owner and creator", 1, 58_073);
    }

    function test_mintBatchOfDistinctOwners() public {
        _mintBatch(1, 1, address(0));
        _within("mint batch 50, distinct owners", 50, 77_281);
    }

    function test_mintBatchOfDistinctOwnersWithTheirOwnPayouts() public {
        _mintBatch(1, 1, STRANGER);
        _within("mint batch 50, distinct owners and payouts", 50, 77_281);
    }

    function test_mintBatchOfOneOwner() public {
        _mintBatch(0, 0, address(0));
        _within("mint batch 50, one owner", 50, 28_859);
    }

    function test_saleToANewBuyer() public {
        _stock(1, 2);
        _settle(boundSale(_tokenId(1), 1, 2));
        _within("sale, new buyer", 1, 70_699);
    }

    function test_saleToABuyerWhoHoldsOne() public {
        _stock(1, 2);
        _stock(2, 1);
        _settle(boundSale(_tokenId(1), 1, 2));
        _within("sale, buyer holds one", 1, 52_757);
    }

    function test_salesInABatch() public {
        Collection.Sale[] memory sales = new Collection.Sale[](10);
        for (uint256 i; i < 10; ++i) {
            uint256 id = _tokenId(_nextId);
            _stock(10 + i, 2);
            sales[i] = boundSale(id, 10 + i, 100 + i);
        }
        vm.prank(SETTLER_ACCOUNT);
        collection.settleBatch(sales);
        _within("sales, batch 10, new buyers", 10, 48_142);
        checkEq(collection.ownerOf(sales[9].tokenId), addressOf(109), "the last one was settled");
    }

    function test_cancelOne() public {
        _stock(1, 2);
        uint256[] memory ids = new uint256[](1);
        ids[0] = _tokenId(1);
        vm.prank(addressOf(1));
        collection.cancelListings(ids);
        _within("cancel one", 1, 33_241);
    }

    function test_withdrawRelayed() public {
        _stock(1, 2);
        Withdrawal memory withdrawal = currentWithdrawal(_tokenId(1), STRANGER);
        (bytes32 r, bytes32 vs) = signWithdrawal(withdrawal, 1);
        collection.withdraw(_tokenId(1), STRANGER, withdrawal.expiry, r, vs);
        _within("withdraw, relayed", 1, 69_076);
    }

    /// @dev Ids as dense in bytes as digests are.
    function _tokenId(uint256 number) private pure returns (uint256) {
        return uint256(keccak256(abi.encode("token", number)));
    }

    function _item(uint256 member, uint40 creatorId, address payout) private returns (Collection.MintItem memory) {
        return Collection.MintItem(_tokenId(_nextId++), addressOf(member), creatorId, 500, payout);
    }

    function _mint(Collection.MintItem memory item) private {
        vm.prank(MINTER_ACCOUNT);
        collection.mint(item);
    }

    function _mintBatch(uint256 ownerStep, uint40 creatorStep, address payout) private {
        Collection.MintItem[] memory items = new Collection.MintItem[](50);
        for (uint256 i; i < 50; ++i) {
            items[i] = _item(1000 + i * ownerStep, uint40(1000 + i * creatorStep), payout);
        }
        vm.prank(MINTER_ACCOUNT);
        collection.mintBatch(items);
    }

    /// @dev Gives a member tokens.
    function _stock(uint256 member, uint256 count) private {
        for (uint256 i; i < count; ++i) {
            _mint(_item(member, 5, address(0)));
        }
    }

    function _settle(Collection.Sale memory sale) private {
        vm.prank(SETTLER_ACCOUNT);
        collection.settle(sale);
    }

    /// @dev The limits are the design's figures plus 5 %.
    function _within(string memory name, uint256 count, uint256 limit) private {
        uint256 used = vm.snapshotGasLastCall("collection", name) / count;
        check(used > 21_000 / count && used <= limit, name);
    }
}
