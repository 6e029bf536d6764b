// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Collection} from "../../src/Collection.sol";
import {Comparison} from "./Comparison.sol";
import {Reference} from "./Reference.sol";
import {Listing, Signing, Withdrawal} from "./Signing.sol";
import {check, checkEq, vm} from "./Vm.sol";

/// @notice Makes the same calls to the collection and to the reference. After every step both must agree on the outcome
/// and on the state; and a token that has moved must have had a right to move.
contract Handler is Comparison {
    uint256 public minted;
    mapping(bytes32 digest => bool) private _isUsed;
    Collection.Sale[] private _sales;
    bytes32[] private _saleDigests;
    Withdrawal[] private _withdrawals;
    uint256[] private _withdrawalSigners;

    constructor(Collection collection_, Reference model_, address operator_)
        Comparison(collection_, model_, operator_)
    {}

    // ------------------------------------------------------------------------------------------------- steps

    function mint(uint256 token, uint256 to, uint40 creator, uint16 bps, uint256 payout, bool byOperator) external {
        Collection.MintItem memory item = _item(token, to, creator, bps, payout);
        if (_call("mint", byOperator ? operator : person(to), abi.encodeCall(collection.mint, (item)))) minted++;
        compare(token);
    }

    function mintBatch(uint128 token, uint128 to, uint40 creator, uint128 payout) external {
        Collection.MintItem[] memory items = new Collection.MintItem[](2);
        items[0] = _item(token, to, creator, 500, payout);
        items[1] = _item(uint256(token) + 1, uint256(to) + 1, creator, 10_000, uint256(payout) + 1);
        if (_call("mint batch", operator, abi.encodeCall(collection.mintBatch, (items)))) minted += 2;
        compare(token);
        compare(uint256(token) + 1);
    }

    function list(uint256 token, uint256 buyer, uint256 price, uint16 seconds_, bool isBound, uint256 forger) external {
        Listing memory listing;
        listing.tokenId = tokenId(token);
        (listing.seller, listing.version, listing.epoch) = collection.signatureNonces(listing.tokenId);
        if (isBound) listing.buyer = person(buyer);
        listing.priceUsdCents = price;
        listing.expiry = block.timestamp + seconds_;
        bytes32 digest = Signing.digest(address(collection), block.chainid, listing);
        (bytes32 r, bytes32 vs) = Signing.compactSign(_signerFor(listing.seller, forger), digest);
        _sales.push(Collection.Sale(listing.tokenId, person(buyer), isBound, price, listing.expiry, r, vs));
        _saleDigests.push(digest);
    }

    function settle(uint256 which, uint256 otherBuyer, uint256 change, bool byOperator) external {
        if (_sales.length == 0) return;
        which = _recent(which, _sales.length);
        Collection.Sale memory sale = _changed(_sales[which], otherBuyer, change);
        bool ok = _call(
            sale.isBound ? "settle bound" : "settle open",
            byOperator ? operator : person(otherBuyer),
            abi.encodeCall(collection.settle, (sale))
        );
        if (ok) _use(_saleDigests[which]);
        compareId(sale.tokenId);
    }

    function settleBatch(uint256 which, uint256 otherBuyer, uint256 change) external {
        if (_sales.length < 3) return;
        which = _recent(which, _sales.length - 2);
        Collection.Sale[] memory sales = new Collection.Sale[](3);
        for (uint256 i; i < 3; ++i) {
            sales[i] = _changed(_sales[which + i], otherBuyer, change >> (i * 8));
        }
        vm.prank(operator);
        uint256 settled = collection.settleBatch(sales);
        vm.prank(operator);
        checkEq(settled, model.settleBatch(sales), "which were settled");
        for (uint256 i; i < 3; ++i) {
            bool ok = settled & (1 << i) != 0;
            times[ok ? "settle in batch" : "skip in batch"]++;
            if (ok) _use(_saleDigests[which + i]);
            compareId(sales[i].tokenId);
        }
    }

    function signWithdrawal(uint256 token, uint256 to, uint16 seconds_, uint256 forger) external {
        uint256 id = tokenId(token);
        (address owner, uint256 version, uint256 epoch) = collection.signatureNonces(id);
        _withdrawals.push(Withdrawal(owner, id, person(to), block.timestamp + seconds_, version, epoch));
        _withdrawalSigners.push(_signerFor(owner, forger));
    }

    function withdraw(uint256 which, uint256 otherTo, uint256 change, uint256 relayer) external {
        if (_withdrawals.length == 0) return;
        which = _recent(which, _withdrawals.length);
        Withdrawal memory signed = _withdrawals[which];
        bytes32 digest = Signing.digest(address(collection), block.chainid, signed);
        (bytes32 r, bytes32 vs) = Signing.compactSign(_withdrawalSigners[which], digest);
        if (change % 5 == 1) signed.to = person(otherTo);
        if (change % 5 == 2) signed.expiry++;
        if (change % 5 == 3) r ^= bytes32(uint256(1));
        bytes memory sent = abi.encodeCall(collection.withdraw, (signed.tokenId, signed.to, signed.expiry, r, vs));
        if (_call("withdraw", person(relayer), sent)) _use(digest);
        compareId(signed.tokenId);
    }

    function transfer(uint256 token, uint256 from, uint256 to, uint256 caller, bool isSafe) external {
        uint256 id = tokenId(token);
        address sender = person(caller);
        bool isRightful = _mayMove(id, person(from), sender);
        bytes memory sent = isSafe
            ? abi.encodeWithSignature("safeTransferFrom(address,address,uint256)", person(from), person(to), id)
            : abi.encodeCall(collection.transferFrom, (person(from), person(to), id));
        if (_call(isSafe ? "safe transfer" : "transfer", sender, sent)) check(isRightful, "moved without a right");
        compareId(id);
    }

    function approve(uint256 token, uint256 to, uint256 caller, bool isNobody) external {
        address approved = isNobody ? address(0) : person(to);
        _call("approve", person(caller), abi.encodeCall(collection.approve, (approved, tokenId(token))));
        compare(token);
    }

    function approveAll(uint256 to, uint256 caller, bool approved) external {
        _call("approve all", person(caller), abi.encodeCall(collection.setApprovalForAll, (person(to), approved)));
    }

    function cancel(uint128 token, uint256 caller, bool byOperator) external {
        uint256[] memory ids = new uint256[](2);
        (ids[0], ids[1]) = (tokenId(token), tokenId(uint256(token) + 1));
        address sender = byOperator ? operator : person(caller);
        _call("cancel", sender, abi.encodeCall(collection.cancelListings, (ids)));
        compare(token);
        compare(uint256(token) + 1);
    }

    function cancelAll(uint256 seller, uint256 caller, bool byOperator) external {
        address sender = byOperator ? operator : person(caller);
        _call("cancel all", sender, abi.encodeCall(collection.cancelAllListings, (person(seller))));
    }

    function setPayout(uint40 creator, uint256 payout, uint256 caller, bool byOperator) external {
        address sender = byOperator ? operator : person(caller);
        _call("payout", sender, abi.encodeCall(collection.setCreatorPayout, (creator % 4, person(payout))));
        checkEq(collection.creatorPayout(creator % 4), model.creatorPayout(creator % 4), "payout");
    }

    /// @dev Never the operator's roles: the rest of the run needs them.
    function revoke(uint256 account, uint256 roles, uint256 caller) external {
        address target = person(account % (PEOPLE - 1));
        _call("revoke", person(caller), abi.encodeCall(collection.revokeRoles, (target, roles % 9)));
        checkEq(collection.rolesOf(target), model.rolesOf(target), "roles");
    }

    function passTime(uint16 seconds_) external {
        vm.warp(block.timestamp + seconds_);
    }

    // ------------------------------------------------------------------------------------------------- inside

    function _use(bytes32 digest) private {
        check(!_isUsed[digest], "a signature served twice");
        _isUsed[digest] = true;
    }

    function _item(uint256 token, uint256 to, uint40 creator, uint16 bps, uint256 payout)
        private
        view
        returns (Collection.MintItem memory)
    {
        address payoutAddress = payout % 3 == 0 ? person(payout >> 8) : address(0);
        address owner = to % 32 == 0 ? address(0) : person(to);
        return Collection.MintItem(tokenId(token), owner, creator % 4, bps % 10_300, payoutAddress);
    }

    /// @dev Mostly one of the last four, which may still be good; sometimes any.
    function _recent(uint256 which, uint256 length) private pure returns (uint256) {
        if (which % 4 == 0 || length < 4) return (which >> 2) % length;
        return length - 1 - (which >> 2) % 4;
    }

    /// @dev Sometimes what is sent is not what was signed.
    function _changed(Collection.Sale memory sale, uint256 otherBuyer, uint256 change)
        private
        view
        returns (Collection.Sale memory)
    {
        change %= 12;
        if (change == 1) sale.buyer = person(otherBuyer);
        if (change == 2) sale.priceUsdCents ^= 1;
        if (change == 3) sale.vs ^= bytes32(uint256(1) << 255);
        if (change == 4) sale.expiry++;
        if (change == 5) sale.isBound = !sale.isBound;
        if (change == 6) sale.buyer = address(0);
        return sale;
    }
}
